# One image for any number of nodes. State is stored in PostgreSQL and S3. Runs as an unprivileged user, on a root file
# system that may be read-only. Only what is named here is copied; .dockerignore names it a second time.
FROM node:24-bookworm-slim AS console
WORKDIR /opt/kontor
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
RUN npm ci --include=dev --include=optional --no-audit --no-fund
COPY contract ./contract
COPY client/src ./client/src
COPY console ./console
RUN node scripts/build-console.ts

FROM node:24-bookworm-slim AS packages
WORKDIR /opt/kontor
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
RUN npm ci --omit=dev --include=optional --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 KONTOR_DATA_DIR=/var/lib/kontor
WORKDIR /opt/kontor
COPY package.json package-lock.json LICENSE ./
COPY scripts ./scripts
COPY contract ./contract
COPY migrations ./migrations
COPY server ./server
COPY cli ./cli
COPY --from=packages /opt/kontor/node_modules ./node_modules
COPY --from=console /opt/kontor/console/dist ./console/dist
# A fixed number, so that the file of a secret can belong to it.
RUN useradd --system --uid 10001 --home-dir /var/lib/kontor --create-home kontor
USER kontor
VOLUME /var/lib/kontor
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# The launcher forwards signals, so that `docker stop` shuts the service down cleanly.
CMD ["node", "scripts/launch.mjs", "server/main.ts"]
