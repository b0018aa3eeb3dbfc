# services.almanac: api, worker and migrate; PostgreSQL and Redis on the same machine where asked for. docs/install.md
{ config, lib, ... }:
let
  inherit (lib)
    mkEnableOption
    mkIf
    mkOption
    optional
    optionalAttrs
    types
    ;
  cfg = config.services.almanac;
  hardening = import ./hardening.nix;

  port = types.port;
  toText = value: if lib.isBool value then lib.boolToString value else toString value;

  shared = lib.filterAttrs (_: value: value != null) (
    {
      NODE_ENV = "production";
      SOURCES = if cfg.sources == [ ] then null else lib.concatStringsSep "," cfg.sources;
      OSV_ECOSYSTEMS = if cfg.osvEcosystems == [ ] then null else lib.concatStringsSep "," cfg.osvEcosystems;
      DATABASE_URL =
        if cfg.database.createLocally then "postgres:///almanac?host=/run/postgresql&user=almanac" else null;
      REDIS_URL = if cfg.redis.createLocally then "redis://127.0.0.1:${toString cfg.redis.port}" else null;
    }
    // optionalAttrs cfg.snapshots.enable { SNAPSHOT_FOLDER = "${cfg.snapshots.folder}/snapshot"; }
    // lib.mapAttrs (_: toText) cfg.settings
    // lib.mapAttrs' (name: _: lib.nameValuePair "${name}_FILE" "%d/${name}") cfg.secrets
  );

  service =
    {
      description,
      program,
      environment ? { },
      serviceConfig,
      needsSchema ? true,
      wants ? [ ],
    }:
    {
      inherit description;
      documentation = [ "file://${cfg.package}/lib/almanac/docs/operations.md" ];
      wantedBy = [ "multi-user.target" ];
      wants = [ "network-online.target" ] ++ wants;
      after = [ "network-online.target" ] ++ optional needsSchema "almanac-migrate.service" ++ wants;
      requires = optional needsSchema "almanac-migrate.service";
      environment = shared // environment;
      serviceConfig =
        hardening
        // {
          ExecStart = "${cfg.package}/bin/${program}";
          LoadCredential = lib.mapAttrsToList (name: path: "${name}:${path}") cfg.secrets;
        }
        // serviceConfig;
    };

  lasting = {
    Type = "exec";
    Restart = "always";
    RestartSec = 2;
    RestartPreventExitStatus = 78;
    KillMode = "mixed";
    LimitNOFILE = 65536;
  };
in
{
  options.services.almanac = {
    enable = mkEnableOption "Almanac, a vulnerability information service";

    package = mkOption {
      type = types.package;
      description = "The package, made with `lib.almanac` of the flake and the registry of your choice.";
    };

    settings = mkOption {
      type = types.attrsOf (
        types.oneOf [
          types.str
          types.int
          types.bool
        ]
      );
      default = { };
      example = {
        BASE_URL = "https://almanac.example/api/v1";
        TRUSTED_PROXIES = "127.0.0.1";
      };
      description = "Environment variables of docs/env.md. They end up in the world-readable store: secrets go into `secrets`.";
    };

    secrets = mkOption {
      type = types.attrsOf (types.strMatching "/.+");
      default = { };
      example = {
        GITHUB_TOKEN = "/run/secrets/github-token";
      };
      description = "Variables by the file that has the value. systemd reads it as root (LoadCredential); the service alone sees a copy.";
    };

    sources = mkOption {
      type = types.listOf types.str;
      default = [ ];
      example = [
        "osv"
        "kev"
        "epss"
      ];
      description = "The sources that are read; empty: all.";
    };

    osvEcosystems = mkOption {
      type = types.listOf types.str;
      default = [ ];
      example = [
        "PyPI"
        "npm"
      ];
      description = "The ecosystems of OSV that are read; empty: all.";
    };

    api = {
      enable = mkOption {
        type = types.bool;
        default = true;
        description = "Whether to answer HTTP on this machine.";
      };
      host = mkOption {
        type = types.str;
        default = "127.0.0.1";
        description = "The address to listen on.";
      };
      port = mkOption {
        type = port;
        default = 8080;
        description = "The port to listen on.";
      };
      metricsPort = mkOption {
        type = types.nullOr port;
        default = null;
        description = "A port for Prometheus metrics.";
      };
      openFirewall = mkOption {
        type = types.bool;
        default = false;
        description = "Whether to let others reach the port.";
      };
      memoryMax = mkOption {
        type = types.str;
        default = "3G";
        description = "MemoryMax of the service: docs/operations.md#sizing.";
      };
      memoryHigh = mkOption {
        type = types.str;
        default = "2560M";
        description = "MemoryHigh of the service.";
      };
    };

    worker = {
      enable = mkOption {
        type = types.bool;
        default = true;
        description = "Whether to read upstreams on this machine.";
      };
      metricsPort = mkOption {
        type = types.nullOr port;
        default = null;
        description = "A port for Prometheus metrics.";
      };
      memoryMax = mkOption {
        type = types.str;
        default = "2G";
        description = "MemoryMax of the service.";
      };
      memoryHigh = mkOption {
        type = types.str;
        default = "1536M";
        description = "MemoryHigh of the service.";
      };
    };

    snapshots = {
      enable = mkOption {
        type = types.bool;
        default = false;
        description = "Whether to publish signed snapshots, which the api serves at /snapshot/. Needs the secret SNAPSHOT_KEY.";
      };
      folder = mkOption {
        type = types.strMatching "/.+";
        default = "/srv/almanac";
        description = "Where to: any web server may serve its folder `snapshot`.";
      };
    };

    migrate.enable = mkOption {
      type = types.bool;
      default = true;
      description = "Whether this machine brings the schema up to date. Its login has to own the database.";
    };

    database.createLocally = mkOption {
      type = types.bool;
      default = false;
      description = "Whether to run PostgreSQL here, with a database and a login `almanac` over its socket.";
    };

    redis = {
      createLocally = mkOption {
        type = types.bool;
        default = false;
        description = "Whether to run Redis here, on the loopback address.";
      };
      port = mkOption {
        type = port;
        default = 6379;
        description = "Its port.";
      };
    };
  };

  config = mkIf cfg.enable {
    assertions = [
      {
        assertion = lib.all (name: !(cfg.settings ? ${name})) (lib.attrNames cfg.secrets);
        message = "services.almanac: a variable is in `settings` or in `secrets`, not in both.";
      }
      {
        assertion = !(cfg.database.createLocally && (cfg.settings ? DATABASE_URL || cfg.secrets ? DATABASE_URL));
        message = "services.almanac: database.createLocally sets DATABASE_URL.";
      }
      {
        assertion = !(cfg.redis.createLocally && (cfg.settings ? REDIS_URL || cfg.secrets ? REDIS_URL));
        message = "services.almanac: redis.createLocally sets REDIS_URL.";
      }
      {
        assertion = cfg.snapshots.enable -> cfg.secrets ? SNAPSHOT_KEY;
        message = "services.almanac: snapshots.enable needs the secret SNAPSHOT_KEY.";
      }
    ];

    environment.systemPackages = [ cfg.package ];

    # What is published outlives the service, and has an owner meanwhile.
    users.users = mkIf cfg.snapshots.enable {
      almanac = {
        isSystemUser = true;
        group = "almanac";
      };
    };
    users.groups = mkIf cfg.snapshots.enable { almanac = { }; };
    systemd.tmpfiles.rules = optional cfg.snapshots.enable "d ${cfg.snapshots.folder} 0755 almanac almanac -";

    networking.firewall.allowedTCPPorts = optional (cfg.api.enable && cfg.api.openFirewall) cfg.api.port;

    services.postgresql = mkIf cfg.database.createLocally {
      enable = true;
      ensureDatabases = [ "almanac" ];
      ensureUsers = [
        {
          name = "almanac";
          ensureDBOwnership = true;
          # The first migration makes the roles of api and worker.
          ensureClauses.createrole = true;
        }
      ];
    };

    services.redis.servers = mkIf cfg.redis.createLocally {
      almanac = {
        enable = true;
        bind = "127.0.0.1";
        inherit (cfg.redis) port;
        # What it holds may be lost at any moment: nothing is written to disk.
        save = [ ];
        appendOnly = false;
        settings = {
          maxmemory = "256mb";
          maxmemory-policy = "allkeys-lru";
        };
      };
    };

    systemd.services =
      optionalAttrs cfg.migrate.enable {
        almanac-migrate = service {
          description = "Almanac, schema of the database";
          program = "almanac-migrate";
          needsSchema = false;
          wants = optional cfg.database.createLocally "postgresql.target";
          serviceConfig = {
            Type = "oneshot";
            RemainAfterExit = true;
            TimeoutStartSec = "30min";
            MemoryMax = "512M";
          };
        };
      }
      // optionalAttrs cfg.api.enable {
        almanac-api = service {
          description = "Almanac, api";
          program = "almanac-api";
          needsSchema = cfg.migrate.enable;
          wants = optional cfg.redis.createLocally "redis-almanac.service";
          environment = {
            HOST = cfg.api.host;
            PORT = toString cfg.api.port;
            # Memory that large responses needed goes back to the system.
            MALLOC_ARENA_MAX = "2";
            MALLOC_MMAP_THRESHOLD_ = "131072";
            MALLOC_TRIM_THRESHOLD_ = "131072";
          }
          // optionalAttrs (cfg.api.metricsPort != null) { METRICS_PORT = toString cfg.api.metricsPort; };
          serviceConfig = lasting // {
            TimeoutStopSec = 20;
            MemoryHigh = cfg.api.memoryHigh;
            MemoryMax = cfg.api.memoryMax;
            OOMPolicy = "continue";
            LimitCORE = 0;
          };
        };
      }
      // optionalAttrs cfg.worker.enable {
        almanac-worker = service {
          description = "Almanac, worker";
          program = "almanac-worker";
          needsSchema = cfg.migrate.enable;
          environment = optionalAttrs (cfg.worker.metricsPort != null) {
            METRICS_PORT = toString cfg.worker.metricsPort;
          };
          serviceConfig = lasting // {
            TimeoutStopSec = 40;
            ReadWritePaths = "-${cfg.snapshots.folder}";
            MemoryHigh = cfg.worker.memoryHigh;
            MemoryMax = cfg.worker.memoryMax;
          };
        };
      };
  };
}
