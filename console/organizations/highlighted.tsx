/** Text with matches marked by ⟦ and ⟧. */
export function Highlighted({ text }: { text: string }) {
  const parts = text.split(/⟦(.*?)⟧/g).map((part, place) => ({ part, place }))
  return parts.map(({ part, place }) =>
    place % 2 === 1 ? <mark key={place}>{part}</mark> : <span key={place}>{part}</span>,
  )
}
