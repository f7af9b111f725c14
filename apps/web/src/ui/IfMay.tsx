import type { ReactNode } from 'react'
import { type Needs, useMay } from '../lib/may.ts'

/** Offers something to those who may call the route behind it: `<IfMay call={journal.create}><Button>…</Button></IfMay>`. */
export function IfMay({ call, children }: { call: Needs; children: ReactNode }) {
  return useMay()(call) ? children : null
}
