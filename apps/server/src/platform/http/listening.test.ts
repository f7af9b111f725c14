import { describe, expect, test } from 'vitest'
import { isThisMachine, readSettings } from '../settings.ts'
import { openHttpNote, refuseOpenHttp } from './listening.ts'

const alone = [
  '127.0.0.1',
  '127.8.9.1',
  'localhost',
  'LOCALHOST',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
]
const beyond = [
  '0.0.0.0',
  '::',
  '[::]',
  '192.168.1.10',
  '10.0.0.1',
  '::2',
  '::11',
  '1::1',
  'fe80::1',
  '::ffff:10.0.0.1',
  'books.example.com',
  '127.example.com',
  '127.0.0.1.example.com',
  'localhost.example.com',
]

test.each(alone)('%s is this machine alone: nothing more is needed', (HOST) => {
  expect(isThisMachine(HOST)).toBe(true)
  expect(() => refuseOpenHttp(readSettings({ HOST }))).not.toThrow()
})

describe.each(beyond)('%s lets other machines in', (HOST) => {
  test('over plain HTTP it is refused, and the sentence says how', () => {
    expect(isThisMachine(HOST)).toBe(false)
    for (const more of [{}, { ALLOW_HTTP: '0' }, { TRUST_PROXY: '0' }, { ALLOW_HTTP: '' }]) {
      expect(() => refuseOpenHttp(readSettings({ HOST, ...more }))).toThrow(
        /HOST=.*TRUST_PROXY=1.*ALLOW_HTTP=1/,
      )
    }
  })
  test('behind a proxy with TLS, or where plain HTTP was allowed, it starts', () => {
    const behind = readSettings({ HOST, TRUST_PROXY: '10.0.0.5' })
    const anybody = readSettings({ HOST, TRUST_PROXY: '1' })
    const allowed = readSettings({ HOST, ALLOW_HTTP: '1' })
    expect(() => refuseOpenHttp(behind)).not.toThrow()
    expect(() => refuseOpenHttp(anybody)).not.toThrow()
    expect(() => refuseOpenHttp(allowed)).not.toThrow()
    expect([behind, anybody, allowed].map(openHttpNote)).toEqual([
      undefined,
      expect.stringContaining('TRUST_PROXY=1 trusts every machine'),
      expect.stringContaining('plain HTTP'),
    ])
  })
})

test('TRUST_PROXY takes 0, 1 or addresses', () => {
  expect(() => readSettings({ TRUST_PROXY: 'yes' })).toThrow(/TRUST_PROXY: "yes" is no address/)
})

test('ALLOW_HTTP takes 0 or 1 and no other word', () => {
  expect(() => readSettings({ ALLOW_HTTP: 'yes' })).toThrow(/ALLOW_HTTP/)
})
