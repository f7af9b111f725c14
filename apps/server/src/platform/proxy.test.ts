import { expect, test } from 'vitest'
import { isAmong, networksOf } from './proxy.ts'

const known = networksOf('10.0.0.5, 10.1.0.0/16,fd00::/8')

test.each([
  ['10.0.0.5', true],
  ['::ffff:10.0.0.5', true],
  ['10.0.0.6', false],
  ['10.1.200.9', true],
  ['10.2.0.1', false],
  ['fd12::1', true],
  ['fe80::1', false],
  ['', false],
])('%s is one of the proxies: %s', (address, is) => {
  expect(isAmong(known, address)).toBe(is)
})

test.each(['x', '10.0.0.5/33', '10.0.0.0/8/8', '10.0.0.5,', 'fd00::/129', '10.0.0.5/a'])(
  '%s is refused with the setting and the part',
  (text) => {
    expect(() => networksOf(text)).toThrow(/TRUST_PROXY: ".*" is no address or network/)
  },
)
