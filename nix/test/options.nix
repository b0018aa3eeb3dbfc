# The options of NixOS that nix/module.nix sets, as far as it needs them: enough to evaluate it with nixpkgs' lib alone.
{ lib, ... }:
let
  any = lib.mkOption {
    type = lib.types.attrsOf lib.types.anything;
    default = { };
  };
  list = lib.mkOption {
    type = lib.types.listOf lib.types.anything;
    default = [ ];
  };
in
{
  options = {
    assertions = list;
    environment.systemPackages = list;
    networking.firewall.allowedTCPPorts = list;
    services.postgresql = any;
    services.redis.servers = any;
    systemd.services = any;
    systemd.tmpfiles.rules = list;
    users.groups = any;
    users.users = any;
  };
}
