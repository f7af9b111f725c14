import { Button, Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../lib/api.ts'
import css from './States.module.css'

interface EmptyStateProps {
  /** What is missing, in the specification's words where it has some. */
  title: string
  /** What would be shown here, and how to add it. */
  children?: ReactNode
  action?: ReactNode
  icon?: ReactNode
}

/** Shown in place of missing content: `<EmptyState title="No accounts found in the database." action={...} />`. */
export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <div className={css.state}>
      {icon !== undefined && (
        <div className={css.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <p className={css.title}>{title}</p>
      {children !== undefined && <p className={css.text}>{children}</p>}
      {action != null && action !== false && <div className={css.action}>{action}</div>}
    </div>
  )
}

/** A list whose filters leave nothing, and the way to clear them. */
export function NothingFound({
  title,
  onClear,
  children,
}: {
  title: string
  onClear: () => void
  children?: ReactNode
}) {
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="default" onClick={onClear}>
          Clear Filters
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}

interface ErrorStateProps {
  title: string
  message?: string
  onRetry?: () => void
  /** Default: Retry. */
  retryLabel?: string
}

/** Something could not be loaded: what, why, and a way to try again. */
export function ErrorState({ title, message, onRetry, retryLabel = 'Retry' }: ErrorStateProps) {
  return (
    <div className={css.state} role="alert">
      <p className={css.title}>{title}</p>
      {message !== undefined && message !== title && <p className={css.text}>{message}</p>}
      {onRetry !== undefined && (
        <div className={css.action}>
          <Button variant="default" onClick={onRetry}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Grey lines in place of text, `rows` of them. */
export function Skeletons({ rows = 6, height = 18 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" role="group" aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={height} width={`${96 - ((index * 17) % 40)}%`} />
      ))}
    </Stack>
  )
}

interface LoadedProps<T> {
  query: UseQueryResult<T, Error>
  /** The title of the error, in the specification's words: "Failed to fetch equities". */
  failed: string
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** A query's content, its skeleton while loading, its error with Retry. Earlier data stays on a failed refresh. */
export function Loaded<T>({ query, failed, skeleton, children }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.isError) {
    return (
      <ErrorState title={failed} message={messageOf(query.error, '')} onRetry={() => void query.refetch()} />
    )
  }
  return <>{skeleton ?? <Skeletons />}</>
}
