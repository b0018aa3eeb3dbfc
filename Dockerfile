# One image for api, worker and migrate: the sources are what runs (docs/adr/001-workspaces.md).
# Any base with Node 24 and npm will do: --build-arg BASE=… How to move the pin: docs/how-to/release.md.
ARG BASE=node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df

FROM ${BASE} AS dependencies
# A registry and an authority other than npm's own, where the builder needs them. This stage is not in the image.
ARG NPM_CONFIG_REGISTRY
ARG NODE_EXTRA_CA_CERTS
WORKDIR /app
# Manifests alone, so that a change of the sources does not install everything anew.
COPY package.json package-lock.json .npmrc ./
COPY packages/core/package.json packages/core/
COPY packages/contract/package.json packages/contract/
COPY packages/client/package.json packages/client/
COPY packages/cli/package.json packages/cli/
COPY packages/mcp/package.json packages/mcp/
COPY packages/offline/package.json packages/offline/
COPY packages/twins/package.json packages/twins/
COPY packages/server/package.json packages/server/
# Of the server and of what it needs; esbuild stays, since the scripts of the scan page are bundled when they are first asked for.
# The compiler does not: it comes along as an optional peer of a library, 31 MB that nothing here asks for.
RUN npm ci --omit=dev --workspace=@almanac/server --no-audit --no-fund \
  && rm -rf node_modules/typescript node_modules/@typescript

FROM ${BASE}
ARG COMMIT=
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 COMMIT=${COMMIT}
# Memory that large responses needed goes back to the system.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=dependencies /app ./
COPY LICENSE ./
COPY packages packages
# The guides of the site are read from here.
COPY docs docs
# A volume for snapshots gets this owner.
RUN install -d -o 10001 -g 10001 /srv/almanac
# A number and no name: it needs no entry in the base, and an orchestrator can tell that it is not root. All files but these are root's.
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--conditions=@almanac/source"]
CMD ["packages/server/src/bin/api.ts"]
