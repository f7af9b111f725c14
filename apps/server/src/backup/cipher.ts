/** Sealing with a passphrase: argon2id makes the key, AES-256-GCM seals each piece under its number. */
import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHash,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { BackupError, type Encryption } from './format.ts'

/** A guess costs this much memory and some tenths of a second. */
const MEMORY_KIB = 64 * 1024
const PASSES = 3
const LANES = 1
const KEY_BYTES = 32
export const TAG_BYTES = 16
export const PASSPHRASE_MIN = 12

/** Seals or opens the pieces of one file, each with its number and whether it is the last. */
export interface Sealing {
  seal(piece: Buffer, at: number, last: boolean): Buffer
  /** @throws where the piece is not the one that was sealed with this number. */
  open(sealed: Buffer, at: number, last: boolean): Buffer
}

/** Refuses what is guessed in a day. @throws BackupError that says how long it must be. */
export function checkPassphrase(passphrase: string): void {
  if ([...passphrase.normalize('NFC')].length < PASSPHRASE_MIN) {
    throw new BackupError(
      `The passphrase must have at least ${PASSPHRASE_MIN} characters: a copied file can be attacked for years.`,
    )
  }
}

async function derive(passphrase: string, how: Omit<Encryption, 'keyCheck'>) {
  const made = await new Promise<Buffer>((resolve, reject) => {
    const parameters = {
      message: Buffer.from(passphrase.normalize('NFC')),
      nonce: Buffer.from(how.salt, 'hex'),
      memory: how.memoryKiB,
      passes: how.passes,
      parallelism: how.lanes,
      tagLength: 2 * KEY_BYTES,
    }
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)))
  })
  const check = createHash('sha256').update(made.subarray(KEY_BYTES)).digest()
  return { key: made.subarray(0, KEY_BYTES), check }
}

/** A key of its own for a new file. Answers what the header says of it. */
export async function newKey(passphrase: string): Promise<{ key: Buffer; encryption: Encryption }> {
  const how = {
    cipher: 'aes-256-gcm',
    keyDerivation: 'argon2id',
    salt: randomBytes(16).toString('hex'),
    memoryKiB: MEMORY_KIB,
    passes: PASSES,
    lanes: LANES,
  } as const
  const { key, check } = await derive(passphrase, how)
  return { key, encryption: { ...how, keyCheck: check.toString('hex') } }
}

/** The key of an existing file. @throws BackupError where the passphrase is not the file's. */
export async function keyOf(passphrase: string, encryption: Encryption): Promise<Buffer> {
  const { key, check } = await derive(passphrase, encryption)
  if (timingSafeEqual(check, Buffer.from(encryption.keyCheck, 'hex'))) return key
  throw new BackupError('The passphrase is not the one this backup was made with.')
}

/**
 * Seals under a key that belongs to one file alone, so that the piece's number is a nonce that never comes twice.
 * @param head all bytes of the file before the first piece: pieces of another file do not open.
 */
export function sealingWith(key: Buffer, head: Buffer): Sealing {
  const headHash = createHash('sha256').update(head).digest()
  const bound = (last: boolean) => Buffer.concat([headHash, Buffer.of(last ? 1 : 0)])
  const nonce = (at: number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeBigUInt64BE(BigInt(at), 4)
    return bytes
  }
  return {
    seal: (piece, at, last) => {
      const cipher = createCipheriv('aes-256-gcm', key, nonce(at)).setAAD(bound(last))
      return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    },
    open: (sealed, at, last) => {
      const opened = createDecipheriv('aes-256-gcm', key, nonce(at), { authTagLength: TAG_BYTES })
      opened.setAAD(bound(last)).setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
      return Buffer.concat([opened.update(sealed.subarray(0, -TAG_BYTES)), opened.final()])
    },
  }
}

/** For files without a passphrase: pieces stay as they are, their order is covered by the file's checksum. */
export const unsealed: Sealing = { seal: (piece) => piece, open: (piece) => piece }
