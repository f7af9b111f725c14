import { Button, Group, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { formatMoment, now } from '../lib/dates.ts'
import { type Owner, owner, recall, remember } from '../lib/remember.ts'
import { Banner } from './Banner.tsx'

interface Stored<Values> {
  at: string
  values: Values
}

export interface Draft<Values> {
  /** The values that an earlier visit left unsaved; null once taken, discarded or absent. */
  found: { at: string; values: Values } | null
  /** Takes the found draft (the caller puts it into its form). */
  take: () => void
  discard: () => void
  /** After a save or a reset: nothing is left to keep. */
  clear: () => void
}

const WAIT_MS = 400

/** The last values kept under a draft's name; null where there are none. */
export function storedDraft<Values>(name: string): Values | null {
  return recall<Stored<Values> | null>(`draft.${name}`, null)?.values ?? null
}

/** Puts values where a form that opens next finds its draft. */
export const storeDraft = (name: string, values: unknown) => writeDraft(`draft.${name}`, values, owner())

/**
 * Keeps a form's unsaved values in this browser for this user over a reload:
 * `const draft = useDraft('buy', form.values, form.isDirty())`. Never put passwords in such a form.
 */
export function useDraft<Values>(name: string, values: Values, dirty: boolean): Draft<Values> {
  const key = `draft.${name}`
  const [found, setFound] = useState<Stored<Values> | null>(() => recall<Stored<Values> | null>(key, null))
  // Leaving the page ends the session before the last words are kept.
  const [whose] = useState(owner)
  const latest = useRef({ values, dirty })
  useEffect(() => {
    latest.current = { values, dirty }
    if (!dirty) return
    const timer = setTimeout(() => {
      // Cleared in the meantime: what was saved is no draft.
      if (latest.current.dirty) writeDraft(key, values, whose)
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [key, values, dirty, whose])
  useEffect(() => {
    // The last words typed before the page goes are not yet kept.
    const keep = () => {
      if (latest.current.dirty) writeDraft(key, latest.current.values, whose)
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [key, whose])
  const clear = useCallback(() => {
    latest.current = { ...latest.current, dirty: false }
    remember(key, null, whose)
    setFound(null)
  }, [key, whose])
  return { found, take: () => setFound(null), discard: clear, clear }
}

function writeDraft(key: string, values: unknown, whose: Owner) {
  remember(key, { at: now().toISOString(), values }, whose)
}

interface DraftOfferProps<Values> {
  draft: Draft<Values>
  /** Puts the values into the form: `form.setValues`. */
  onRestore: (values: Values) => void
  /** The name of the record: "buy". */
  what: string
}

/** Offers what an earlier visit left unsaved. */
export function DraftOffer<Values>({ draft, onRestore, what }: DraftOfferProps<Values>) {
  const { found } = draft
  if (found === null) return null
  return (
    <Banner tone="info">
      <Group justify="space-between" gap="sm">
        <Text>
          An unsaved {what} from {formatMoment(found.at)} was kept.
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            onClick={() => {
              onRestore(found.values)
              draft.take()
            }}
          >
            Restore
          </Button>
          <Button size="xs" variant="default" onClick={draft.discard}>
            Discard
          </Button>
        </Group>
      </Group>
    </Banner>
  )
}
