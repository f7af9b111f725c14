import { Button, CloseButton } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { navigate } from '../../lib/hash.ts'
import { useNarrow } from '../../ui/useNarrow.ts'
import css from './Demo.module.css'
import { SampleLink } from './SampleLink.tsx'
import { STOPS } from './stops.ts'
import { changeTour, openStop, useTour } from './tour.ts'

/** The tour of the first hour, below the bar of a demo: six stops, each opens its screen and says what to look at. */
export default function DemoTour() {
  const { closed, at, opened } = useTour()
  const narrow = useNarrow()
  if (closed) return null
  const stop = STOPS[at] ?? STOPS[0]
  const next = (at + 1) % STOPS.length
  const open = (index: number) => {
    openStop(index)
    navigate(STOPS[index]?.href ?? '#/')
  }
  return (
    <section className={`${css.tour} em-no-print`} aria-label="First-hour tour">
      <div className={css.head}>
        <strong>First hour</strong>
        {narrow ? (
          <span className={css.step}>
            {at + 1} of {STOPS.length}
          </span>
        ) : (
          <ol className={css.stops}>
            {STOPS.map(({ title }, index) => (
              <li key={title}>
                <button
                  type="button"
                  className={css.stop}
                  aria-current={index === at ? 'step' : undefined}
                  onClick={() => open(index)}
                >
                  {opened.includes(index) ? (
                    <IconCheck size={14} aria-hidden="true" />
                  ) : (
                    <span aria-hidden="true">{index + 1}</span>
                  )}
                  {title}
                  {opened.includes(index) && <span className="em-visually-hidden">, opened</span>}
                </button>
              </li>
            ))}
          </ol>
        )}
        <CloseButton
          size="sm"
          className={css.close ?? ''}
          aria-label="Close the tour"
          title="Close the tour; the profile opens it again"
          onClick={() => changeTour({ closed: true })}
        />
      </div>
      {stop !== undefined && (
        <p className={css.hint}>
          {narrow && (
            <button type="button" className={css.stop} onClick={() => open(at)}>
              {stop.title}
            </button>
          )}
          <span>
            {stop.hint} {stop.sample !== undefined && <SampleLink name={stop.sample} />}
          </span>
          {narrow ? (
            <Button size="compact-sm" variant="default" onClick={() => open(next)}>
              Next: {STOPS[next]?.title}
            </Button>
          ) : (
            !opened.includes(at) && (
              <Button size="compact-sm" variant="default" onClick={() => open(at)}>
                Open
              </Button>
            )
          )}
        </p>
      )}
    </section>
  )
}
