import { totalmem } from 'node:os'

/** PostgreSQL settings by name, as `postgres -c name=value` takes them. */
export type Settings = Readonly<Record<string, string>>

const megabyte = 1024 * 1024

/**
 * Settings for a small machine (two cores) that does little besides this. Durable: `fsync` and
 * `synchronous_commit` keep their safe defaults.
 */
export function defaultSettings(memory: number = totalmem()): Settings {
  const memoryMb = Math.floor(memory / megabyte)
  const sharedMb = Math.max(32, Math.min(256, Math.floor(memoryMb / 8)))
  return {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: `${sharedMb}MB`,
    effective_cache_size: `${Math.max(128, Math.floor(memoryMb / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.max(32, Math.min(128, Math.floor(memoryMb / 16)))}MB`,
    // Repeated saves touch the same pages; compressing their first image halves the log.
    wal_compression: 'on',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    // Our statements are short: compiling them costs more than it saves.
    jit: 'off',
    autovacuum: 'on',
    // A server that was killed must not keep its locks while its last query runs on.
    client_connection_check_interval: '1s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
  }
}

/** Settings for throw-away databases: fast and not durable. Never for data anyone wants to keep. */
export const throwAwaySettings: Settings = {
  // Many small servers at once, each with pools of its own.
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Nothing is ever replayed or sent elsewhere.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  // Each connection maps these anew.
  shared_buffers: '64MB',
  // A table that was emptied for the next test and is then analyzed counts as empty however it grows: plans of nested loops that take
  // half a minute. Tables that were not analyzed are judged by their size.
  autovacuum: 'off',
}

export function asArguments(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
