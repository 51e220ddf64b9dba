# One image for the API, the workers and the migration job; what it runs is its command. `--target backups` is the image of the process
# that makes backups.

# The packages that run in production: no screens' tools, no tests, no embedded PostgreSQL.
FROM node:24-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/domain/package.json packages/domain/
COPY packages/event-store/package.json packages/event-store/
COPY packages/application/package.json packages/application/
COPY services/api/package.json services/api/
COPY services/workers/package.json services/workers/
COPY web/package.json web/
COPY tests/package.json tests/
RUN npm install --omit=dev --no-fund --no-audit \
    --workspace=packages/domain --workspace=packages/event-store --workspace=packages/application --workspace=services/api --workspace=services/workers

# The screens, built with every package.
FROM modules AS web
RUN npm install --include=dev --no-fund --no-audit
COPY tsconfig.base.json ./
COPY packages/domain packages/domain
COPY web web
RUN npm run build --workspace=web

# Restoring a backup beside needs PostgreSQL's programs, which the project's own packages bring.
FROM modules AS backup-modules
RUN npm install --omit=dev --no-fund --no-audit --include-workspace-root \
    --workspace=packages/domain --workspace=packages/event-store --workspace=packages/application --workspace=services/api --workspace=services/workers

FROM node:24-bookworm-slim AS base
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data WEB_DIR=/app/web/dist
WORKDIR /app
# The only folder that is written to, by the ordinary user that the image runs as.
RUN mkdir /data /master-key /vault /backups && chown node:node /data /master-key /vault /backups
COPY --from=modules /app ./
COPY packages packages
COPY services services
COPY migrations migrations
COPY scripts scripts
COPY --from=web /app/web/dist web/dist
USER node
VOLUME /data /master-key /vault

FROM base AS backups
COPY --from=backup-modules /app/node_modules node_modules
VOLUME /backups
CMD ["node", "scripts/backup-keeper.ts"]

FROM base
EXPOSE 3000
CMD ["node", "services/api/src/main.ts"]
