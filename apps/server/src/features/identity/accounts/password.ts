/**
 * Passwords: argon2id with the parameters OWASP recommends (19 MiB, 2 passes, 1 lane), kept as a PHC string.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { refuseInside } from '../../../platform/database/inside.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** The cost of a new hash. Only tests change it: they make accounts by the thousand. */
export const hashingCost = { memoryKib: 19_456, passes: 2 }
const LANES = 1
const TAG_BYTES = 32
const SALT_BYTES = 16

/** About two seconds of work; more than that waiting is answered 503 at once instead of late. */
const WAITING_MAX = 64

type Line = <T>(work: () => Promise<T>) => Promise<T>

/** Runs with at most `atOnce` of the same line. @throws Refusal `server.busy` when too many wait. */
function lineOf(atOnce: number): Line {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= WAITING_MAX) throw new Refusal('server.busy')
      // The one that ends passes its slot on, so `running` does not change in between.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** `member`: signed in, or at a browser or network where the account's owner signed in before. Else `stranger`. */
export type Asker = 'member' | 'stranger'

/**
 * Strangers, who sign up or sign in from an unknown origin, can fill only their own line. Together both lines leave one
 * of Node's four threads free for files, however many come at once.
 */
const lines: Record<Asker, Line> = { member: lineOf(2), stranger: lineOf(1) }

/** A derivation takes long and may wait for others: a transaction would hold its connection and locks meanwhile. */
function inLine<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
  refuseInside(
    'derives a password',
    'Derive it before the transaction and compare the stored hash inside it.',
  )
  return lines[asker](work)
}

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** The same password typed on different keyboards gives the same bytes. */
const bytesOf = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8')
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const phc = ({ memoryKib, passes }: typeof hashingCost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memoryKib},t=${passes},p=${LANES}$${base64(salt)}$${base64(tag)}`

/**
 * Answers `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`, for a new user or for a member's new password.
 * @throws Refusal `server.busy` when too many wait.
 */
export async function hashPassword(password: string, of: Asker): Promise<string> {
  const { memoryKib, passes } = hashingCost
  const nonce = randomBytes(SALT_BYTES)
  const tag = await inLine(of, () =>
    derive({
      message: bytesOf(password),
      nonce,
      memory: memoryKib,
      passes,
      parallelism: LANES,
      tagLength: TAG_BYTES,
    }),
  )
  return phc({ memoryKib, passes }, nonce, tag)
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
/**
 * The hash of no password: a sign-in with an unknown e-mail is compared with it, so that it takes as long as any other, and
 * an invited account has it until its link is used.
 */
export const NOBODYS = phc(hashingCost, Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES))

/**
 * Whether the password belongs to the PHC string; always false, after the same work, where there is none.
 * @throws Refusal `server.busy` when too many wait.
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
  of: Asker,
): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(stored ?? NOBODYS) ?? []
  if (memory === undefined) throw new Error('a stored password is not in the form this version writes')
  const wanted = Buffer.from(tag, 'base64')
  const derived = await inLine(of, () =>
    derive({
      message: bytesOf(password),
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: wanted.length,
    }),
  )
  return timingSafeEqual(derived, wanted) && stored !== undefined
}
