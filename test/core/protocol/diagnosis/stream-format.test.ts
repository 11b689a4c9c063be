import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {isCutOff, isOtherProtocol} from '../../../../src/core/protocol/diagnosis/stream-format.js';
import {ubik} from '../../../../src/core/index.js';

describe('a stream that ends within an event', () => {
  const established = {data: '{"type":"connection_established","session_id":"s"}'};

  for (const data of ['', ' ', '{', '{"type":"response_ch', '[{"a":1}']) {
    it(`has no foreign events because of the last one, ${JSON.stringify(data)}`, () => {
      let unreadable = 0;
      const decoder = ubik.createDecoder({run: 'run', report: () => (unreadable += 1)});
      decoder.decode(established);
      decoder.decode({data});
      assert.equal(unreadable, 1);
      const cutOff = isCutOff({data}) ? 1 : 0;
      assert.equal(isOtherProtocol(unreadable - cutOff, 2 - cutOff, undefined), false);
    });
  }

  it('is not one that ends with a whole event, or has none', () => {
    for (const data of ['{}', '{"a":[1]}', 'words', '[DONE]'])
      assert.equal(isCutOff({data}), false);
    assert.equal(isCutOff(undefined), false);
  });
});
