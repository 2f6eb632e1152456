/**
 * Writes the manifests of package managers for a release, with its checksums: `node packages.mjs VERSION SHA256SUMS FOLDER`. A Homebrew
 * formula and a Nix flake install the package with Node, a Scoop manifest the executable for Windows. The addresses are those that
 * the release workflow uploads to.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [version = '', sums = '', folder = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) || folder === '')
  throw new Error('usage: node packages.mjs VERSION SHA256SUMS FOLDER');
const { description, license } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const repository = process.env.GITHUB_REPOSITORY ?? 'OWNER/sgf-referee';
const home = `https://github.com/${repository}`;
const tarball = `sgf-referee-${version}.tgz`;
// The package with all that it needs.
const whole = `sgf-referee-${version}-with-dependencies.tgz`;
const windows = `sgf-referee-${version}-win-x64.exe`;
const digests = new Map(
  readFileSync(sums, 'utf8')
    .split('\n')
    .map((line) => /^([\da-f]{64}) [ *](.+)$/.exec(line))
    .flatMap((match) => (match ? [[match[2], match[1]]] : [])),
);
const address = (file) => `${home}/releases/download/v${version}/${file}`;
const digest = (file) => {
  const found = digests.get(file);
  if (found === undefined) throw new Error(`${sums} has no ${file}`);
  return found;
};

const formula = `class SgfReferee < Formula
  desc "Referee for Go game records: legality, superko, scores and conversions"
  homepage "${home}"
  url "${address(tarball)}"
  sha256 "${digest(tarball)}"
  license "${license}"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    (testpath/"game.sgf").write "(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[ee])"
    assert_match "move/occupied", shell_output("#{bin}/sgf-referee audit game.sgf", 1)
  end
end
`;

const scoop = {
  version,
  description,
  homepage: home,
  license,
  architecture: {
    '64bit': { url: `${address(windows)}#/sgf-referee.exe`, hash: digest(windows) },
  },
  bin: 'sgf-referee.exe',
  // Without arguments it opens the page in the browser.
  shortcuts: [['sgf-referee.exe', 'sgf-referee']],
  checkver: 'github',
  autoupdate: {
    architecture: {
      '64bit': {
        url: `${home}/releases/download/v$version/sgf-referee-$version-win-x64.exe#/sgf-referee.exe`,
        hash: { url: '$baseurl/SHA256SUMS' },
      },
    },
  },
};

const flake = `{
  description = "${description}";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
    in
    {
      packages = nixpkgs.lib.genAttrs systems (
        system:
        let
          pkgs = nixpkgs.legacyPackages.\${system};
        in
        {
          default = pkgs.stdenvNoCC.mkDerivation {
            pname = "sgf-referee";
            version = "${version}";
            src = pkgs.fetchurl {
              url = "${address(whole)}";
              sha256 = "${digest(whole)}";
            };
            nativeBuildInputs = [ pkgs.makeWrapper ];
            sourceRoot = ".";
            installPhase = ''
              mkdir -p $out/lib
              cp -r node_modules $out/lib/
              makeWrapper \${pkgs.nodejs_24}/bin/node $out/bin/sgf-referee \\
                --add-flags $out/lib/node_modules/sgf-referee/dist/cli/bin.js
            '';
            meta.mainProgram = "sgf-referee";
          };
        }
      );
    };
}
`;

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'sgf-referee.rb'), formula);
writeFileSync(join(folder, 'sgf-referee.json'), `${JSON.stringify(scoop, null, 2)}\n`);
writeFileSync(join(folder, 'flake.nix'), flake);
