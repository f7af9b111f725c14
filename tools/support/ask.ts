/** Asks for a passphrase: at the terminal without showing it, or as the first line of what is piped in. */
import { BackupError } from '../../apps/server/src/backup/format.ts'

const LETTERS_MAX = 4096

export const isTerminal = (): boolean => process.stdin.isTTY === true

/**
 * @param question shown at a terminal.
 * @param again asks a second time, for a new passphrase. @throws BackupError where the two differ or nothing came.
 */
export async function askPassphrase(question: string, again = false): Promise<string> {
  if (!isTerminal()) return firstLine(await pipedText())
  const typed = await typeHidden(question)
  if (again && (await typeHidden('Repeat the passphrase: ')) !== typed) {
    throw new BackupError('The two are not the same. Nothing was done.')
  }
  if (typed === '') throw new BackupError('No passphrase was given. Nothing was done.')
  return typed
}

async function pipedText(): Promise<string> {
  let text = ''
  for await (const part of process.stdin) {
    text += String(part)
    if (text.includes('\n') || text.length > LETTERS_MAX) break
  }
  return text
}

function firstLine(text: string): string {
  const [line = ''] = text.split(/\r?\n/)
  if (line !== '') return line
  throw new BackupError('No passphrase was given: there is no terminal to ask at, and nothing was piped in.')
}

function typeHidden(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.resume()
  let typed = ''
  return new Promise((resolve) => {
    const finish = () => {
      stdin.setRawMode(false)
      stdin.pause()
      stdin.off('data', hear)
      stderr.write('\n')
    }
    const hear = (letters: string) => {
      for (const letter of letters) {
        if (letter === '\r' || letter === '\n' || letter === '\u0004') {
          finish()
          resolve(typed)
          return
        }
        if (letter === '\u0003') {
          finish()
          process.kill(process.pid, 'SIGINT')
          return
        }
        if (letter === '\u007f' || letter === '\b') typed = [...typed].slice(0, -1).join('')
        else if (typed.length < LETTERS_MAX) typed += letter
      }
    }
    stdin.on('data', hear)
  })
}
