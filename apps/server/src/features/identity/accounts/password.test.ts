import { expect, it } from 'vitest'
import { hashPassword, NOBODYS, verifyPassword } from './password.ts'

const AS_OWASP_RECOMMENDS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/

it('a new hash costs what OWASP recommends, and fits its password only', async () => {
  const hash = await hashPassword('correct horse', 'stranger')
  expect(hash).toMatch(AS_OWASP_RECOMMENDS)
  expect(await verifyPassword('correct horse', hash, 'stranger')).toBe(true)
  expect(await verifyPassword('correct horses', hash, 'stranger')).toBe(false)
})

it('the hash of no password costs the same and fits none', async () => {
  expect(NOBODYS).toMatch(AS_OWASP_RECOMMENDS)
  expect(await verifyPassword('', undefined, 'stranger')).toBe(false)
  expect(await verifyPassword('', NOBODYS, 'stranger')).toBe(false)
})
