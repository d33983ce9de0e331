# One image for any number of nodes. State is stored in PostgreSQL and S3. Runs as an unprivileged user.
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
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# The launcher forwards signals, so that `docker stop` shuts the service down cleanly.
CMD ["node", "scripts/launch.mjs", "server/main.ts"]
