# The server in a container. Build the browser client first (`make web`): it is copied in as it is.
FROM python:3.13-slim
WORKDIR /siam
COPY pyproject.toml requirements.lock README.md LICENSE NOTICE ./
COPY locale locale
COPY src src
RUN pip install --no-cache-dir --constraint requirements.lock '.[server]' \
    && useradd --system --home /data --create-home siam \
    && install --directory --owner siam /var/cache/siam
USER siam
ENV XDG_CACHE_HOME=/var/cache
RUN python -m siam.engine.precompile
VOLUME /data
ENV SIAM_HOST=0.0.0.0 SIAM_PORT=8000 SIAM_DATABASE_URL=/data/siam.sqlite SIAM_LOG_FORMAT=json
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/health')"]
CMD ["siam", "serve"]
