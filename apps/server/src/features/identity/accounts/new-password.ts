/** The rules for a new password: long enough, on no list of common ones, not its owner's name or e-mail. */
import { newPassword } from '@em/contract/identity/identity'
import { Refusal, refuseField } from '../../../platform/refusal.ts'

export interface Owner {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** The 49,233 most used passwords of leaked lists, in lower case; read when the first new password comes. */
let common: Promise<ReadonlySet<string>> | undefined
const readCommon = async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}

/**
 * Checks a new password for the field of the request that holds it. `least`: characters it has at least.
 * @throws Refusal `request.invalid` where it is too short, `auth.password-own`, `auth.password-blocked`.
 */
export async function checkNewPassword(
  password: string,
  owner: Owner,
  least: number,
  field: 'password' | 'new_password',
): Promise<void> {
  const parsed = newPassword(least).safeParse(password)
  if (!parsed.success) {
    throw new Refusal('request.invalid', {}, [{ field, message: parsed.error.issues[0]?.message ?? '' }])
  }
  const lower = password.normalize('NFKC').toLowerCase()
  if (ownWords(owner).has(bare(lower))) throw refuseField('auth.password-own', field)
  common ??= readCommon()
  const listed = await common
  if (listed.has(lower) || listed.has(trimmed(lower)) || isRun(lower)) {
    throw refuseField('auth.password-blocked', field)
  }
}

/** Letters and digits alone, so that "Kamala.Silva" is the same as "kamala silva". */
const bare = (value: string) =>
  value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
/** Without signs before and after, so that "password!" is the same as "password". */
const trimmed = (value: string) => value.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

function ownWords({ first_name, last_name, email }: Owner): ReadonlySet<string> {
  const local = email.slice(0, email.indexOf('@'))
  const words = [first_name, last_name, first_name + last_name, last_name + first_name, email, local]
  return new Set(words.map(bare).filter((word) => word !== ''))
}

/** One character repeated, or neighbours in the alphabet or among the digits: "aaaaaaaa", "abcdefgh", "87654321". */
function isRun(value: string): boolean {
  const codes = [...value].map((sign) => sign.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  const [step = 9] = steps
  return steps.size === 1 && Math.abs(step) <= 1
}
