#!/usr/bin/env bash
# Writes what a release has on every system: package.sh VERSION FOLDER. The tarball of the package, the same with all that it needs,
# the list of its parts (CycloneDX), and the notes. The working tree has to be built from a clean clone, after npm ci.
set -euo pipefail
version=$1 folder=$2
[ "$(node -p 'require("./package.json").version')" = "$version" ] || { echo "package.json is not version $version" >&2; exit 1; }
mkdir -p "$folder"
npm run --silent build
npm pack --silent --ignore-scripts --pack-destination "$folder"
node deploy/release/sbom.mjs >"$folder/sgf-referee-$version-sbom.json"
node deploy/release/notes.mjs "$version" >"$folder/NOTES.md"
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
# The packages of the lock file, which the tests had and the list of parts names.
cp package.json package-lock.json "$stage"
(cd "$stage" && npm ci --silent --omit dev --omit optional --ignore-scripts --no-audit --no-fund)
mkdir "$stage/node_modules/sgf-referee"
tar -xzf "$folder/sgf-referee-$version.tgz" -C "$stage/node_modules/sgf-referee" --strip-components 1
tar -czf "$folder/sgf-referee-$version-with-dependencies.tgz" -C "$stage" node_modules
