/** A process with one running reader and a spare one, which prints their ids; for a test that kills it. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileReaders } from '../../../src/platform/file-readers/pool.ts'

const script = new URL('./probing.ts', import.meta.url)
const readers = fileReaders({ limits: { timeMs: 60_000, memoryMb: 512 } })
const ask = (what: string) => readers.read({ script, asked: { what }, data: 'AAAA', who: 1 })

await ask('echo')
void ask('wait').catch(() => undefined)
await ask('echo')

const children = () =>
  readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${entry}/stat`, 'latin1')) ?? []
      return parent === String(process.pid)
    } catch {
      return false
    }
  })
process.stdout.write(JSON.stringify(children().map(Number)))
