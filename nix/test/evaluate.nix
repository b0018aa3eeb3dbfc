# What the module makes of each of these settings of services.almanac, given as a JSON list; null where it refuses them.
{ lib, cases }:
let
  package = {
    type = "derivation";
    name = "almanac";
    outPath = "/nix/store/almanac";
  };
  evaluate =
    settings:
    let
      inherit
        (lib.evalModules {
          modules = [
            ../module.nix
            ./options.nix
            { services.almanac = { inherit package; } // settings; }
          ];
        })
        config
        ;
    in
    {
      failed = map ({ message, ... }: message) (lib.filter ({ assertion, ... }: !assertion) config.assertions);
      services = config.systemd.services;
      tmpfiles = config.systemd.tmpfiles.rules;
      users = lib.attrNames config.users.users;
      ports = config.networking.firewall.allowedTCPPorts;
      inherit (config.services) postgresql;
      redis = config.services.redis.servers;
      packages = lib.length config.environment.systemPackages;
    };
in
map (
  settings:
  let
    result = evaluate settings;
    tried = builtins.tryEval (builtins.deepSeq result result);
  in
  if tried.success then tried.value else null
) (builtins.fromJSON cases)
