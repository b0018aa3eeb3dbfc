import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'gradle.lockfile',
  purl: 'pkg:maven/',
  write: [
    (packages) =>
      `# This is a Gradle generated file for dependency locking.\n${packages.map(({ name, version }) => `${name}:${version}=runtimeClasspath\n`).join('')}empty=annotationProcessor\n`,
  ],
  count: /^(?!#|empty=)([^=\n]+)/gm,
  examples: {
    'a library with tests': {
      text: `# This is a Gradle generated file for dependency locking.
# Manual edits can break the build and are not advised.
# This file is expected to be part of source control.
com.google.guava:guava:33.4.0-jre=compileClasspath,runtimeClasspath,testCompileClasspath,testRuntimeClasspath
org.junit.jupiter:junit-jupiter:5.11.4=testCompileClasspath,testRuntimeClasspath
com.puppycrawl.tools:checkstyle:10.21.1=checkstyle
empty=annotationProcessor,testAnnotationProcessor
`,
      lines: [
        'pkg:maven/com.google.guava/guava@33.4.0-jre | null | false | line 4',
        'pkg:maven/org.junit.jupiter/junit-jupiter@5.11.4 | null | true | line 5',
        'pkg:maven/com.puppycrawl.tools/checkstyle@10.21.1 | null | null | line 6',
      ],
    },
    'plugins of the build': {
      fileName: 'buildscript-gradle.lockfile',
      text: `# This is a Gradle generated file for dependency locking.
com.gradleup.shadow:com.gradleup.shadow.gradle.plugin:8.3.5=classpath
org.ow2.asm:asm:9.7.1=classpath
empty=
`,
      lines: [
        'pkg:maven/com.gradleup.shadow/com.gradleup.shadow.gradle.plugin@8.3.5 | null | null | line 2',
        'pkg:maven/org.ow2.asm/asm@9.7.1 | null | null | line 3',
      ],
    },
    'a configuration of Gradle before 6': {
      fileName: 'gradle/dependency-locks/compileClasspath.lockfile',
      text: `# This is a Gradle generated file for dependency locking.
commons-io:commons-io:2.11.0
org.slf4j:slf4j-api:1.7.36
not a module
`,
      lines: [
        'pkg:maven/commons-io/commons-io@2.11.0 | null | null | line 2',
        'pkg:maven/org.slf4j/slf4j-api@1.7.36 | null | null | line 3',
        '- null | line 4 | the line is not "group:name:version": "not a module"',
      ],
    },
  },
});
