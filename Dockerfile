# syntax=docker/dockerfile:1
# Multi-stage: the first stage installs, the last one runs as a plain user with nothing to build with.
ARG PYTHON_VERSION=3.11

FROM python:${PYTHON_VERSION}-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
COPY . .
RUN python -m venv /venv && /venv/bin/pip install -r requirements.txt

FROM python:${PYTHON_VERSION}-slim AS run
# Git for the target repository, make for `make test`, bubblewrap to contain the target's code where the host allows it.
RUN apt-get update \
 && apt-get install -y --no-install-recommends git make bubblewrap \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 10001 stigmergy
COPY --from=build --chown=stigmergy:stigmergy /app /app
COPY --from=build --chown=stigmergy:stigmergy /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 VENV=/venv
WORKDIR /app
RUN mkdir -p /app/pheromones /app/logs /app/metrics/output && chown -R stigmergy:stigmergy /app/pheromones /app/logs /app/metrics
USER stigmergy
HEALTHCHECK --interval=60s --timeout=10s CMD ["python", "main.py", "--version"]
ENTRYPOINT ["python", "main.py"]
CMD ["--help"]
