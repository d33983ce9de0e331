/** A time as the input for date and time has it: in the time zone of the browser, without seconds. */
export function localMinute(time: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}`
}

/** The same of a time that the service has sent, if there is one. */
export function minuteOf(sent: unknown): string | undefined {
  return typeof sent === 'string' ? localMinute(new Date(sent)) : undefined
}
