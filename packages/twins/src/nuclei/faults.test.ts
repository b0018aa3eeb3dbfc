import { describe } from 'vitest';
import { showsListFaults } from '../../test/list-faults.ts';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import { startTwin } from '../frame/start-twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { NUCLEI_PATH, nuclei } from './nuclei.ts';

const start = () => startTwin(nuclei(smallWorld));

describe('the twin of nuclei shows', () => {
  showsTransportFaults(start, NUCLEI_PATH);
  showsListFaults(start, NUCLEI_PATH, {
    records: (text) => text.split('\n').length - 1,
    added: '"novelField"',
    ahead: null,
    breakages: {
      syntax: '.yaml"\n',
      wrong_type: '"ID":[0]',
      missing_field: '{"Info"',
      null_record: 'null\n',
      deep_nesting: '['.repeat(1000),
      lone_surrogate: '"odd":"\\ud800"',
      huge_number: '"odd":1e400',
      duplicate_key: '"ID":"shadowed","ID"',
      invalid_utf8: '"odd":"\ufffd(\ufffd"',
    },
  });
});
