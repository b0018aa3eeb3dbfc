# The service and its command line. The sources are what runs (docs/adr/001-workspaces.md).
{
  lib,
  stdenvNoCC,
  makeWrapper,
  nodejs_24,
  importNpmLock,
  registry,
}:
let
  lock = import ./lock.nix { inherit lib registry; };

  modulesAt =
    place:
    importNpmLock.buildNodeModules {
      inherit (lock.modulesOf place) package packageLock;
      nodejs = nodejs_24;
    };

  programs = {
    almanac = "cli/src/bin.ts";
    almanac-mcp = "mcp/src/bin.ts";
    almanac-server = "server/src/bin/almanac-server.ts";
    almanac-api = "server/src/bin/api.ts";
    almanac-worker = "server/src/bin/worker.ts";
    almanac-migrate = "server/src/bin/migrate.ts";
  };
in
stdenvNoCC.mkDerivation {
  pname = "almanac";
  inherit (lock) version;

  src = lib.fileset.toSource {
    root = ../.;
    fileset = lib.fileset.unions [
      ../package.json
      ../LICENSE
      ../docs
      ../packages
    ];
  };

  nativeBuildInputs = [ makeWrapper ];
  dontConfigure = true;
  dontBuild = true;

  installPhase = ''
    runHook preInstall
    root=$out/lib/almanac
    mkdir -p $root
    cp -r . $root/
    ${lib.concatMapStrings (place: ''
      cp -r ${modulesAt place}/node_modules $root/${place}
      chmod -R u+w $root/${place}node_modules
    '') lock.places}
    mkdir -p $root/node_modules/@almanac
    for package in $root/packages/*; do
      ln -s $package $root/node_modules/@almanac/$(basename $package)
    done
    ${lib.concatStrings (
      lib.mapAttrsToList (name: file: ''
        makeWrapper ${lib.getExe nodejs_24} $out/bin/${name} \
          --add-flags "--conditions=@almanac/source $root/packages/${file}"
      '') programs
    )}
    runHook postInstall
  '';

  passthru = { inherit lock; };

  meta = {
    description = "Vulnerability information: verdicts with their reasons, coverage and age";
    license = lib.licenses.asl20;
    mainProgram = "almanac";
    platforms = lib.platforms.linux;
  };
}
