import { useEffect, useState } from 'react'

const PAUSE_MS = 350

/**
 * The answer of `ask` to `sent`, once typing has paused. `sent` '' asks nothing.
 * @param saving while it is saved, and afterwards, nothing is asked and the last answer stays: a dry run that comes behind the
 *   save is refused.
 */
export function usePreview<Answer>(
  sent: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
  saving = false,
) {
  const [answer, setAnswer] = useState<{ sent: string; preview: Answer | null; refusal: unknown }>({
    sent: '',
    preview: null,
    refusal: null,
  })
  useEffect(() => {
    if (sent === '' || saving) return
    const asked = new AbortController()
    const timer = setTimeout(() => {
      ask(asked.signal).then(
        (preview) => setAnswer({ sent, preview, refusal: null }),
        (refusal: unknown) => {
          if (!asked.signal.aborted) setAnswer({ sent, preview: null, refusal })
        },
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asked.abort()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- `sent` holds all that `ask` depends on
  }, [sent, saving])
  return answer.sent === sent && sent !== '' ? answer : { sent, preview: null, refusal: null }
}
