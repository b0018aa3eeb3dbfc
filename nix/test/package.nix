# nix/package.nix with stand-ins for what only a whole nixpkgs has.
{ lib, registry }:
let
  inherit
    (import ../package.nix {
      inherit registry;
      lib = lib // {
        fileset = lib.fileset // {
          toSource = _: "source";
        };
      };
      stdenvNoCC.mkDerivation = attributes: attributes;
      makeWrapper = "makeWrapper";
      nodejs_24 = {
        type = "derivation";
        name = "nodejs";
        outPath = "/nix/store/nodejs";
        meta.mainProgram = "node";
      };
      importNpmLock.buildNodeModules = { package, packageLock, nodejs }: "/nix/store/${package.name}";
    })
    installPhase
    pname
    ;
in
{
  inherit installPhase pname;
}
