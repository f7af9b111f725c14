/** The machine of a measurement: figures are only comparable with it. */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

export interface Spread {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}

/** Percentiles of some durations in milliseconds. */
export function spreadOf(durations: readonly number[]): Spread {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 }
}

/** The disk's durable-write time: 8 KB appended and fdatasync'ed, as PostgreSQL does at a commit. */
export function fsyncTime(folder: string): Spread {
  const file = join(folder, 'fsync-probe')
  const handle = openSync(file, 'w')
  const page = Buffer.alloc(8192, 1)
  const durations: number[] = []
  for (let round = 0; round < 200; round += 1) {
    const start = performance.now()
    writeSync(handle, page)
    fdatasyncSync(handle)
    durations.push(performance.now() - start)
  }
  closeSync(handle)
  rmSync(file)
  return spreadOf(durations)
}

export function machineLine(): string {
  const [cpu] = cpus()
  return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}`
}

export const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)} ms`
