import { type TradeDocument, tradeDocuments, type UploadedAgain } from '@em/contract/books/trade-documents'
import type { FileAnswers } from '@em/contract/kit/file-answers'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure, call, isHeld, messageOf } from '../../lib/api.ts'
import { type Answer, type AskedOfFile, answeredTo, askedOfFile } from '../../lib/file-answers.ts'
import { base64Of } from '../../lib/files.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { invalidateAfter } from '../../lib/query.ts'

/** Endings of documents. */
export const ENDINGS = ['.pdf', '.txt', '.text', '.log', '.fix', '.csv', '.xlsx']

export type UploadState =
  | { readonly is: 'waiting' | 'uploading' }
  /** A protected PDF: what the server said of the password. */
  | { readonly is: 'password'; readonly message: string }
  /** A list that can be read in two ways: what the server asks. */
  | { readonly is: 'question'; readonly asked: AskedOfFile }
  /** The file was uploaded before and read in another way: what the server said, and whether it may be read again. */
  | { readonly is: 'otherwise'; readonly message: string; readonly mayReplace: boolean }
  | { readonly is: 'refused'; readonly message: string }
  | {
      readonly is: 'done'
      readonly id: number
      readonly lines: number
      readonly skipped: number
      readonly problems: number
      /** The same bytes were there already. */
      readonly again: boolean
    }
export interface Upload {
  readonly key: number
  readonly file: File
  readonly password: string
  readonly answers: FileAnswers
  /** What becomes of it where it was uploaded before and read in another way. */
  readonly again: UploadedAgain
  readonly state: UploadState
}

let nextKey = 1

/** Files on their way to the server, one after the other, with how each of them fared. */
export function useUploads(known: readonly TradeDocument[] | undefined) {
  const client = useQueryClient()
  const [files, setFiles] = useState<readonly Upload[]>([])
  const turn = useRef<Promise<unknown>>(Promise.resolve())
  const ids = useRef(new Set<number>())
  useEffect(() => {
    ids.current = new Set(known?.map(({ id }) => id))
  }, [known])

  const change = (key: number, news: Partial<Upload>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...news } : one)))

  const send = async ({ key, file, password, answers, again }: Upload) => {
    change(key, { state: { is: 'uploading' } })
    try {
      const body = {
        file: { fileName: file.name, data: await base64Of(file) },
        password: password === '' ? null : password,
        ...answers,
        again,
      }
      const found = await call(tradeDocuments.upload, { body, idempotencyKey: crypto.randomUUID() })
      const { id, lines, skipped, problems } = found
      change(key, {
        password: '',
        state: { is: 'done', id, lines, skipped, problems, again: ids.current.has(id) },
      })
      ids.current.add(id)
      changeHashQuery({ document: String(id), equity: '' })
      void invalidateAfter(client, 'trade-documents')
    } catch (error) {
      if (isHeld(error)) setFiles((all) => all.filter((one) => one.key !== key))
      else change(key, { state: refused(error) })
    }
  }
  const queue = (one: Upload) => {
    turn.current = turn.current.then(() => send(one))
  }
  const add = (chosen: readonly File[]) => {
    const added = chosen.map(
      (file): Upload => ({
        key: nextKey++,
        file,
        password: '',
        answers: {},
        again: 'ask',
        state: { is: 'waiting' },
      }),
    )
    setFiles((all) => [...all, ...added])
    for (const one of added) queue(one)
  }
  return {
    files,
    add,
    type: (key: number, password: string) => change(key, { password }),
    retry: (one: Upload) => {
      change(one.key, { state: { is: 'waiting' } })
      queue(one)
    },
    /** Sends a list again with the answer to its question. */
    answer: (one: Upload, asked: AskedOfFile, chosen: Answer) => {
      const answered: Upload = { ...one, answers: answeredTo(asked, chosen, one.answers) }
      change(one.key, { answers: answered.answers, state: { is: 'waiting' } })
      queue(answered)
    },
    /** Sends a file again that was read in another way before, with what is to become of it. */
    decide: (one: Upload, again: UploadedAgain) => {
      change(one.key, { again, state: { is: 'waiting' } })
      queue({ ...one, again })
    },
    /** What was told is read. */
    clear: () =>
      setFiles((all) => all.filter(({ state }) => state.is === 'waiting' || state.is === 'uploading')),
  }
}
export type Uploads = ReturnType<typeof useUploads>

const OTHERWISE: ReadonlySet<string> = new Set(['document.read-otherwise', 'document.recorded-otherwise'])

function refused(error: unknown): UploadState {
  if (error instanceof ApiFailure && error.code.startsWith('document.password')) {
    return { is: 'password', message: error.message }
  }
  if (error instanceof ApiFailure && OTHERWISE.has(error.code)) {
    const mayReplace = error.code === 'document.read-otherwise'
    return { is: 'otherwise', message: error.message, mayReplace }
  }
  const asked = askedOfFile(error, 'document')
  if (asked !== null) return { is: 'question', asked }
  const fallback =
    error instanceof ApiFailure
      ? 'The file could not be uploaded. Please try again.'
      : 'The file could not be read.'
  return { is: 'refused', message: messageOf(error, fallback) }
}

/** The words of a PDF that is no document of a broker, or is not to be kept. @throws ApiFailure, or Error with its sentence. */
export async function textOf({ file, password }: Pick<Upload, 'file' | 'password'>): Promise<string> {
  const { success, text, error } = await call(tradeDocuments.extractText, {
    body: {
      file: { fileName: file.name, data: await base64Of(file) },
      password: password === '' ? null : password,
    },
  })
  if (!success || text === undefined) throw new Error(error ?? 'The file holds no text.')
  return text
}
