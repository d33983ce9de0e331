# One image for any number of nodes: state lives in PostgreSQL and S3. It runs as an unprivileged user.
FROM node:24-bookworm-slim AS build
WORKDIR /opt/kontor
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
RUN npm ci --no-audit --no-fund
COPY . .

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 KONTOR_DATA_DIR=/var/lib/kontor
WORKDIR /opt/kontor
COPY --from=build /opt/kontor ./
RUN useradd --system --home-dir /var/lib/kontor --create-home kontor
USER kontor
VOLUME /var/lib/kontor
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The launcher passes signals on, so that a stop is an orderly one.
CMD ["node", "scripts/launch.mjs", "server/main.ts"]
