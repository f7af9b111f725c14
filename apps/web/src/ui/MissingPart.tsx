import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { missingPart, subscribeMissing } from '../lib/parts.ts'
import css from './MissingPart.module.css'

/** Says across the page that a part of the program is not to be had, and how to go on. */
export function MissingPart() {
  const sentence = useSyncExternalStore(subscribeMissing, missingPart)
  if (sentence === null) return null
  return (
    <div className={`${css.notice} em-no-print`} role="alert">
      <span>{sentence}</span>
      <Button size="compact-sm" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  )
}
