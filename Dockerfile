# One image for the API, the workers and the migration job; what it runs is its command. `--target backups` is the image of the process
# that makes backups.
ARG NODE_IMAGE=node:24.19.0-bookworm-slim

# The packages that run in production: no screens' tools, no tests, no embedded PostgreSQL.
FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/browser-sync/package.json packages/browser-sync/
COPY packages/client/package.json packages/client/
COPY packages/contracts/package.json packages/contracts/
COPY packages/domain/package.json packages/domain/
COPY packages/host/package.json packages/host/
COPY packages/key-vault/package.json packages/key-vault/
COPY packages/postgres/package.json packages/postgres/
COPY packages/transparency-log/package.json packages/transparency-log/
COPY packages/event-store/package.json packages/event-store/
COPY packages/application/package.json packages/application/
COPY packages/ui/package.json packages/ui/
COPY services/api/package.json services/api/
COPY services/backup/package.json services/backup/
COPY services/console/package.json services/console/
COPY services/witness/package.json services/witness/
COPY services/workers/package.json services/workers/
COPY web/package.json web/
COPY tests/package.json tests/
RUN npm ci --omit=dev \
    --workspace=packages/contracts --workspace=packages/domain --workspace=packages/postgres --workspace=packages/key-vault \
    --workspace=packages/transparency-log --workspace=packages/event-store --workspace=packages/application \
    --workspace=packages/host --workspace=services/api --workspace=services/workers --workspace=services/console \
    --workspace=services/witness

# The screens, built with every package.
FROM modules AS web
RUN npm ci --include=dev
COPY tsconfig.base.json ./
COPY packages packages
COPY web web
RUN npm run build --workspace=web

# Restoring a backup beside needs PostgreSQL's programs, which the project's own packages bring.
FROM modules AS backup-modules
RUN npm ci --omit=dev --include-workspace-root \
    --workspace=packages/contracts --workspace=packages/domain --workspace=packages/postgres --workspace=packages/key-vault \
    --workspace=packages/transparency-log --workspace=packages/event-store --workspace=packages/application \
    --workspace=packages/host --workspace=services/api --workspace=services/workers --workspace=services/console \
    --workspace=services/witness --workspace=services/backup

FROM ${NODE_IMAGE} AS base
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data WEB_DIR=/app/web/dist
WORKDIR /app
# Where volumes are mounted: a new volume takes owner and mode of the folder it covers. Nothing else is written to.
RUN install -d -o 1000 -g 1000 -m 700 /data /keys /master-key /vault /backups
COPY --from=modules /app ./
COPY packages packages
COPY services services
COPY migrations migrations
COPY demo demo
COPY scripts scripts
COPY --from=web /app/web/dist web/dist
# The base image's user "node", by number: Kubernetes must see that it is not root.
USER 1000:1000

FROM base AS backups
COPY --from=backup-modules /app/node_modules node_modules
CMD ["node", "services/backup/src/main.ts"]

FROM base
EXPOSE 3000
CMD ["node", "services/api/src/main.ts"]
