import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatDateLong, now as serverNow } from '../../lib/dates.ts'
import { useHealth } from '../../lib/health.ts'
import css from './Dashboard.module.css'
import { colomboTime, type MarketDay, marketState } from './market.ts'

const ASK_EVERY_MS = 15_000

/** Whether the exchange trades now, the time there, and whether the server answers and saves. */
export function MarketStatus({ day }: { day: MarketDay | null }) {
  const now = useColomboClock()
  const server = useServerState()
  const client = useQueryClient()
  const stale = day !== null && day.date !== now.date
  useEffect(() => {
    // A new day has begun in Colombo: its market day, prices and settlements are others.
    if (stale) void client.invalidateQueries({ queryKey: ['dashboard'] })
  }, [stale, now.date, client])
  const { open, detail } = marketState(now, day)
  return (
    <section className={css.market} aria-label="Market status">
      <span className={css.marketState} data-open={open}>
        <span className={css.dot} aria-hidden="true" />
        Market {open ? 'Open' : 'Closed'}
      </span>
      <span className={css.quiet}>{detail}</span>
      <span className={css.clock}>
        <time dateTime={`${now.date}T${now.time}+05:30`}>
          {formatDateLong(now.date)}, <strong className="em-number">{now.time}</strong>
        </time>{' '}
        <span className={css.quiet}>Colombo</span>
      </span>
      <span className={css.live} data-live={server === 'Live'} role="status">
        <span className={css.dot} aria-hidden="true" />
        {server}
      </span>
    </section>
  )
}

function useColomboClock() {
  const [now, setNow] = useState(() => colomboTime(serverNow()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const at = serverNow()
      setNow(colomboTime(at))
      // On the full second, so that no second is shown twice or left out.
      timer = setTimeout(tick, 1000 - at.getMilliseconds())
    }
    tick()
    return () => clearTimeout(timer)
  }, [])
  return now
}

/** Live until the server fails to answer or says that its database does not work; asked every 15 seconds. */
function useServerState(): 'Live' | 'Not saving' | 'Offline' {
  const query = useHealth({ refetchInterval: ASK_EVERY_MS, staleTime: 0 })
  if (query.isError || query.failureCount > 0 || query.fetchStatus === 'paused') return 'Offline'
  if (query.data?.database.status === 'down') return 'Offline'
  return query.data?.writes === 'failing' ? 'Not saving' : 'Live'
}
