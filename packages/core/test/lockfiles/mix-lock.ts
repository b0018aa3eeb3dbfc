import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'mix.lock',
  purl: 'pkg:hex/',
  write: [
    (packages) =>
      `%{\n${packages.map(({ name, version }) => `  "${name}": {:hex, :${name}, "${version}", "00", [:mix], [], "hexpm", "00"},\n`).join('')}}\n`,
  ],
  count: /^(?:%\{| {2})"([^"]+)":/gm,
  examples: {
    'packages of Hex': {
      text: `%{
  "jason": {:hex, :jason, "1.4.4", "b9226785a9aa77b6857ca22832cffa5d5011a667207eb2a0ad56adb5db443b8a", [:mix], [{:decimal, "~> 1.0 or ~> 2.0", [hex: :decimal, repo: "hexpm", optional: true]}], "hexpm", "c5eb0cab91f094599f94d55bc63409236a8ec69a21a67814529e8d5f6cc90b3b"},
  "plug_cowboy": {:hex, :plug_cowboy, "2.7.2", "00", [:mix], [{:cowboy, "~> 2.7", [hex: :cowboy, repo: "hexpm", optional: false]}], "hexpm", "00"},
}
`,
      lines: ['pkg:hex/jason@1.4.4 | null | null | line 2', 'pkg:hex/plug_cowboy@2.7.2 | null | null | line 3'],
    },
    'repositories and another name': {
      text: `%{
  "crane": {:git, "https://github.com/acme/crane.git", "0a1b2c3d4e5f", [branch: "main"]},
  "renamed": {:hex, :"real_name", "0.1.0", "00", [:rebar3], [], "hexpm", "00"},
}
`,
      lines: [
        'pkg:hex/crane?vcs_url=git%2Bhttps:%2F%2Fgithub.com%2Facme%2Fcrane.git%400a1b2c3d4e5f | null | null | line 2',
        'pkg:hex/real_name@0.1.0 | null | null | line 3',
      ],
    },
    'an old file on few lines': {
      text: `%{"cowboy": {:hex, :cowboy, "1.0.4", "a324a8df9f2316c833a470d918aaf73ae894278b8aa6226ce7a9bf699388f878", [:make, :rebar], []},
  "local": {:path, "deps/local", "x"},
  "strange": nil}
`,
      lines: [
        'pkg:hex/cowboy@1.0.4 | null | null | line 1',
        '- local | line 2 | a dependency that "path" fetches',
        '- null | line 3 | the line is no entry of a mix.lock: "\\"strange\\": nil}"',
      ],
    },
  },
});
