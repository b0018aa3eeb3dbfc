import { describe } from 'vitest';
import { showsListFaults } from '../../test/list-faults.ts';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import { unzip } from '../../test/unzip.ts';
import { startTwin } from '../frame/start-twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { NVD_OVERRIDES_PATH, nvdOverrides } from './nvd-overrides.ts';

const start = () => startTwin(nvdOverrides(smallWorld));

describe('the twin of Anchore’s additions to NVD shows', () => {
  showsTransportFaults(start, NVD_OVERRIDES_PATH);
  showsListFaults(start, NVD_OVERRIDES_PATH, {
    text: (body) => [...unzip(body)].map(([name, data]) => `${name}\n${data.toString()}\n`).join(''),
    records: (text) => text.split('.json\n').length - 1,
    added: '"novelField"',
    ahead: '"modified": "2036-',
    breakages: {
      syntax: '"vulnerable":true,',
      wrong_type: '"_annotation":[0]',
      missing_field: '\n{"cve"',
      null_record: '\nnull\n',
      deep_nesting: '['.repeat(1000),
      lone_surrogate: '"odd":"\\ud800"',
      huge_number: '"odd":1e400',
      duplicate_key: '"_annotation":"shadowed","_annotation"',
      invalid_utf8: '"odd":"\ufffd(\ufffd"',
    },
  });
});
