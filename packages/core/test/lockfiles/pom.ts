import { lockfileCases } from '../lockfile-cases.ts';

export const cases = lockfileCases({
  kind: 'pom.xml',
  purl: 'pkg:maven/',
  write: [
    (packages) =>
      `<project>\n<dependencies>\n${packages
        .map(({ name, version }) => {
          const [group = '', artifact = ''] = name.split(':');
          return `<dependency>\n<groupId>${group}</groupId>\n<artifactId>${artifact}</artifactId>\n<version>${version}</version>\n</dependency>\n`;
        })
        .join('')}</dependencies>\n</project>\n`,
  ],
  count:
    /<dependency>\s*<groupId>(.*?)<\/groupId>\s*<artifactId>(.*?)<\/artifactId>(?![\s\S]*<\/dependencyManagement>)/g,
  examples: {
    'properties and the version of the project': {
      text: `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 http://maven.apache.org/xsd/maven-4.0.0.xsd">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>harbour</artifactId>
  <version>1.4.0</version>
  <properties>
    <jackson.version>\${jackson.line}.2</jackson.version>
    <jackson.line>2.18</jackson.line>
  </properties>
  <dependencies>
    <dependency>
      <groupId>com.fasterxml.jackson.core</groupId>
      <artifactId>jackson-databind</artifactId>
      <version>\${jackson.version}</version>
    </dependency>
    <dependency>
      <groupId>\${project.groupId}</groupId>
      <artifactId>quay</artifactId>
      <version>\${project.version}</version>
    </dependency>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.11.4</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
</project>
`,
      lines: [
        'pkg:maven/com.fasterxml.jackson.core/jackson-databind@2.18.2 | true | false | line 12',
        'pkg:maven/org.example/quay@1.4.0 | true | false | line 17',
        'pkg:maven/org.junit.jupiter/junit-jupiter@5.11.4 | true | true | line 22',
        '- null | pom.xml | not checked: transitive dependencies, the parent and the plugins, which pom.xml does not list; scan the SBOM of the CycloneDX Maven plugin instead',
      ],
    },
    'managed versions and a parent': {
      text: `<project>
  <parent>
    <groupId>org.example</groupId>
    <artifactId>parent</artifactId>
    <version>3.0.0</version>
  </parent>
  <artifactId>quay</artifactId>
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>org.slf4j</groupId>
        <artifactId>slf4j-api</artifactId>
        <version>2.0.16</version>
      </dependency>
    </dependencies>
  </dependencyManagement>
  <dependencies>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-api</artifactId>
    </dependency>
    <dependency>
      <groupId>org.example</groupId>
      <artifactId>crane</artifactId>
      <version>\${project.parent.version}</version>
    </dependency>
    <dependency>
      <groupId>org.example</groupId>
      <artifactId>elsewhere</artifactId>
    </dependency>
  </dependencies>
</project>
`,
      lines: [
        'pkg:maven/org.slf4j/slf4j-api@2.0.16 | true | false | line 18',
        'pkg:maven/org.example/crane@3.0.0 | true | false | line 22',
        'pkg:maven/org.example/elsewhere | true | false | line 27',
        '- null | pom.xml | not checked: transitive dependencies, the parent and the plugins, which pom.xml does not list; scan the SBOM of the CycloneDX Maven plugin instead',
      ],
    },
    'ranges, unknown properties and profiles': {
      text: `<project>
  <dependencies>
    <dependency><groupId>a.b</groupId><artifactId>range</artifactId><version>[1.0,2.0)</version></dependency>
    <dependency><groupId>a.b</groupId><artifactId>unknown</artifactId><version>\${not.here}</version></dependency>
    <dependency><groupId>a.b</groupId><artifactId>newest</artifactId><version>LATEST</version></dependency>
    <dependency><groupId>\${not.here}</groupId><artifactId>nobody</artifactId><version>1</version></dependency>
  </dependencies>
  <profiles>
    <profile>
      <dependencies>
        <dependency><groupId>a.b</groupId><artifactId>sometimes</artifactId><version>1.0</version></dependency>
      </dependencies>
    </profile>
  </profiles>
  <build><plugins><plugin><groupId>a.b</groupId><artifactId>plugin</artifactId><version>1.0</version></plugin></plugins></build>
</project>
`,
      lines: [
        'pkg:maven/a.b/range | true | false | line 3',
        'pkg:maven/a.b/unknown | true | false | line 4',
        'pkg:maven/a.b/newest | true | false | line 5',
        'pkg:maven/a.b/sometimes@1.0 | true | false | line 11',
        '- ${not.here}:nobody | line 6 | the entry lacks a group or an artifact',
        '- null | pom.xml | not checked: transitive dependencies, the parent and the plugins, which pom.xml does not list; scan the SBOM of the CycloneDX Maven plugin instead',
      ],
    },
  },
});
