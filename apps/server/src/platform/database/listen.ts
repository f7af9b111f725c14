/** A connection that only listens: what other processes notify arrives here within a millisecond. */
import pg from 'pg'

export interface Listening {
  close(): Promise<void>
}

/** The events of a listener. */
export interface Listener {
  onNotice(payload: string): void
  /** Listening begins, at first and again after a break: earlier notifications were not received. */
  onBegin(): void
}

const AGAIN_MS = 1_000

/** Listens to a channel until it is closed; a connection that breaks is opened again, after a second at first. */
export function listenTo(connection: pg.ClientConfig, channel: string, listener: Listener): Listening {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const lost = (from: pg.Client) => {
    if (client !== from) return
    client = undefined
    void from.end().catch(() => undefined)
    if (!closed) timer = setTimeout(() => void begin(), AGAIN_MS).unref()
  }
  const begin = async () => {
    const opened = new pg.Client({ ...connection, keepAlive: true })
    client = opened
    opened.on('error', () => lost(opened))
    opened.on('end', () => lost(opened))
    opened.on('notification', ({ payload = '' }) => listener.onNotice(payload))
    try {
      await opened.connect()
      await opened.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      if (client === opened) listener.onBegin()
    } catch {
      lost(opened)
    }
  }
  void begin()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      const open = client
      client = undefined
      await open?.end().catch(() => undefined)
    },
  }
}
