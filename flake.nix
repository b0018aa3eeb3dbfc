{
  description = "Almanac, a vulnerability information service";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-25.11";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
      ];
      forAllSystems = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      # No registry is named in this repository: docs/install.md. Empty where the evaluation is pure.
      registry = builtins.getEnv "NPM_CONFIG_REGISTRY";
      # Everything can be evaluated without a registry; nothing can be built.
      unbuildable =
        pkgs:
        pkgs.runCommand "almanac-needs-a-registry" { } ''
          echo "Set NPM_CONFIG_REGISTRY and use --impure: docs/install.md" >&2
          exit 1
        '';
      program = package: name: {
        type = "app";
        program = "${package}/bin/${name}";
      };
    in
    {
      # The package for who names a registry: lib.almanac { inherit pkgs; registry = "https://…"; }
      lib.almanac = { pkgs, registry }: pkgs.callPackage ./nix/package.nix { inherit registry; };

      packages = forAllSystems (pkgs: rec {
        almanac = if registry == "" then unbuildable pkgs else self.lib.almanac { inherit pkgs registry; };
        default = almanac;
      });

      apps = forAllSystems (
        pkgs:
        let
          package = self.packages.${pkgs.system}.almanac;
        in
        {
          default = program package "almanac";
          mcp = program package "almanac-mcp";
          server = program package "almanac-server";
        }
      );

      nixosModules.default = import ./nix/module.nix;
    };
}
