# The outputs of flake.nix, with stand-ins for nixpkgs' packages.
{ lib }:
let
  pkgs = system: {
    inherit system;
    runCommand = name: _: script: {
      outPath = "/nix/store/${name}";
      given = { };
      isThere = lib.hasInfix "Set NPM_CONFIG_REGISTRY" script;
    };
    callPackage = file: arguments: {
      outPath = "/nix/store/almanac";
      given = arguments;
      isThere = builtins.pathExists file;
    };
  };
  systems = [
    "x86_64-linux"
    "aarch64-linux"
  ];
  flake = (import ../../flake.nix).outputs {
    self = flake;
    nixpkgs = {
      inherit lib;
      legacyPackages = lib.genAttrs systems pkgs;
    };
  };
in
{
  systems = lib.attrNames flake.packages;
  apps = lib.mapAttrs (_: app: app.program) flake.apps.x86_64-linux;
  inherit (flake.packages.aarch64-linux.default) given isThere;
  module = builtins.isFunction flake.nixosModules.default;
}
