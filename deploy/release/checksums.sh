#!/usr/bin/env bash
# Writes the checksums of a release, and with them the manifests of package managers: checksums.sh VERSION FOLDER.
set -euo pipefail
version=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
(cd "$folder" && sha256sum -- sgf-referee-* >SHA256SUMS)
node "$here/packages.mjs" "$version" "$folder/SHA256SUMS" "$folder"
