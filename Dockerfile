# Orch as one image: `docker build -t orch .`, then `docker run orch up` (or any other command of bin/orch.js).
FROM node:20-bookworm-slim AS build
WORKDIR /orch
COPY package.json package-lock.json .npmrc ./
# The build needs the sources, so it runs below and not as part of the install.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:20-bookworm-slim
WORKDIR /orch
COPY --from=build /orch/package.json ./
COPY --from=build /orch/node_modules ./node_modules
COPY --from=build /orch/dist ./dist
COPY --from=build /orch/bin ./bin
COPY --from=build /orch/config ./config
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 6443
ENTRYPOINT ["node", "bin/orch.js"]
CMD ["up", "--data-dir=/data", "--bind-address=0.0.0.0"]
