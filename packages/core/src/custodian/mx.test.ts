import { expect, test } from 'vitest'
import { MxReader } from './mx.ts'

test('the header of a document that is not read names none that follows', () => {
  const reader = new MxReader()
  const element = (name: string, inside: string | (() => void), attributes = {}) => {
    reader.open(name, attributes)
    if (typeof inside === 'string') reader.text(inside)
    else inside()
    reader.close()
  }
  const space = 'urn:iso:std:iso:20022:tech:xsd:'
  element('AppHdr', () => element('BizMsgIdr', 'OTHER'))
  reader.open('Document', { xmlns: `${space}camt.053.001.02` })
  reader.close()
  reader.open('Document', { xmlns: `${space}sese.025.001.07` })
  element('SctiesSttlmTxConf', () => {
    element('TxIdDtls', () => element('AcctSvcrTxId', 'SX1'))
    element('QtyAndAcctDtls', () => element('SfkpgAcct', () => element('Id', 'ABC')))
  })
  reader.close()
  expect(reader.messages.map(({ reference }) => reference)).toEqual(['SX1'])
})
