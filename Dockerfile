# syntax=docker/dockerfile:1.7
# What is installed, is installed in the first stages; the last one runs as a plain user with nothing to build with.
#   docker build -t stigmergy-migration .
#   docker build -t stigmergy-migration --build-arg PYTHON2=2.7.18 .     brings a CPython 2.7 to compare with
ARG PYTHON_VERSION=3.11.13
# none, or 2.7.18: the stage python2-<value> below. Only the stage that is asked for is built.
ARG PYTHON2=none

FROM python:${PYTHON_VERSION}-slim-bookworm AS python2-none
RUN mkdir -p /opt/python2/bin

# Debian has no Python 2.7 any more: built from the last release, known by its hash, against this very system's libraries.
FROM python:${PYTHON_VERSION}-slim-bookworm AS python2-2.7.18
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends gcc libc6-dev make xz-utils \
    libbz2-dev libexpat1-dev libffi-dev libncurses-dev libreadline-dev libsqlite3-dev libssl-dev zlib1g-dev \
 && rm -rf /var/lib/apt/lists/*
ADD --checksum=sha256:b62c0e7937551d0cc02b8fd5cb0f544f9405bafc9a54d3808ed4594812edef43 \
    https://www.python.org/ftp/python/2.7.18/Python-2.7.18.tar.xz /tmp/python2.tar.xz
WORKDIR /tmp/python2
RUN tar -xJf /tmp/python2.tar.xz --strip-components=1 \
 && ./configure --prefix=/opt/python2 --enable-unicode=ucs4 --enable-shared LDFLAGS=-Wl,-rpath,/opt/python2/lib \
 && make -j"$(nproc)" \
 && make install \
 && find /opt/python2 -name test -type d -prune -exec rm -rf {} +

# hadolint ignore=DL3006
FROM python2-${PYTHON2} AS python2

FROM python:${PYTHON_VERSION}-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /app
COPY requirements.lock .
RUN python -m venv /venv && /venv/bin/pip install --require-hashes -r requirements.lock
COPY . .
RUN /venv/bin/pip install --no-deps --no-build-isolation -e .

FROM python:${PYTHON_VERSION}-slim-bookworm AS run
# Git for the target repository, make for `make test`, bubblewrap to contain the target's code where the host allows it.
# Debian's stable release keeps one version of each: to name it would break the build at its next security update.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap git make \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 10001 stigmergy \
 && install -d -o 10001 -g 10001 /workspace /cache
COPY --from=python2 /opt/python2 /opt/python2
COPY --from=build --chown=10001:10001 /app /app
COPY --from=build /venv /venv
# One that can't import these could not run the target's tests: better no image than that.
RUN test ! -e /opt/python2/bin/python2.7 \
 || /opt/python2/bin/python2.7 -c "import bz2, ctypes, hashlib, sqlite3, ssl, zlib"
ENV PATH=/venv/bin:$PATH:/opt/python2/bin PYTHONUNBUFFERED=1 VENV=/venv STIGMERGY_CACHE=/cache
WORKDIR /app
USER 10001
# A run's folders, and the test environments it builds once for all runs.
VOLUME ["/workspace", "/cache"]
HEALTHCHECK --interval=60s --timeout=10s CMD ["python", "main.py", "--version"]
ENTRYPOINT ["python", "main.py"]
CMD ["--help"]
