"""A real OpenAI-compatible server that nobody here wrote: llama.cpp's, with a tiny model of random weights.

Run as a program it makes the model in the folder given, serves it on loopback and prints the address. What the
model says is garbage; that is the point.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

WIDTH, HIDDEN, LAYERS, HEADS = 32, 64, 2, 2
TEMPLATE = "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}assistant: "


def write_model(path: Path, context: int = 8192, seed: int = 1) -> None:
    """A llama-architecture GGUF of random weights whose vocabulary is the 256 bytes and a few words."""
    import gguf
    import numpy

    words = ["▁def", "▁print", "▁return", "▁x", "\n", "(", ")", ":", "```", "▁import", "▁="]
    tokens = ["<unk>", "<s>", "</s>", *(f"<0x{n:02X}>" for n in range(256)), *words]
    kinds = [2, 3, 3, *[6] * 256, *[1] * len(words)]
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_context_length(context)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(HIDDEN)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(kinds)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template(TEMPLATE)
    random = numpy.random.default_rng(seed)

    def tensor(name: str, *shape: int) -> None:
        writer.add_tensor(name, (random.standard_normal(shape) * 0.3).astype(numpy.float32))

    tensor("token_embd.weight", len(tokens), WIDTH)
    tensor("output.weight", len(tokens), WIDTH)
    writer.add_tensor("output_norm.weight", numpy.ones(WIDTH, numpy.float32))
    for n in range(LAYERS):
        for part in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"blk.{n}.{part}.weight", numpy.ones(WIDTH, numpy.float32))
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            tensor(f"blk.{n}.{part}.weight", WIDTH, WIDTH)
        tensor(f"blk.{n}.ffn_gate.weight", HIDDEN, WIDTH)
        tensor(f"blk.{n}.ffn_up.weight", HIDDEN, WIDTH)
        tensor(f"blk.{n}.ffn_down.weight", WIDTH, HIDDEN)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def serve(folder: Path) -> None:
    """Serve until the program is ended."""
    import xllamacpp

    model = folder / "tiny.gguf"
    write_model(model)
    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.n_ctx = 8192
    params.n_parallel = 1
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.warmup = False
    # Several threads wait for each other by spinning: minutes, on a busy machine, for what one does in a second.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.api_keys = ["local-secret-key"]
    server = xllamacpp.Server(params)
    print(f"serving {server.listening_address}", flush=True)
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
