import { errorsText } from './errors-text.ts'

/** The errors as a page of their own: beside the operations they would be drawn before the first of these. */
export function errorsHtml(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Errors - Kontor API</title>
<link rel="icon" href="data:,">
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #ccc; padding: 0.4rem 0.6rem; text-align: left; vertical-align: top; }
code { background: #f2f2f2; padding: 0 0.2rem; }
</style>
</head>
<body>
<p><a href="/docs">Operations</a></p>
${errorsText().trim().split('\n\n').map(blockOf).join('\n')}
</body>
</html>
`
}

/** A heading, a table or a paragraph of the Markdown that errors-text.ts writes. */
function blockOf(block: string): string {
  const heading = /^(#+) (.*)$/.exec(block)
  if (heading) return `<h${heading[1]?.length}>${inline(heading[2] as string)}</h${heading[1]?.length}>`
  if (block.startsWith('|')) return tableOf(block.split('\n'))
  return `<p>${inline(block)}</p>`
}

function tableOf([head = '', _ruler, ...rows]: string[]): string {
  const line = (row: string, cell: 'td' | 'th') =>
    `<tr>${row
      .slice(1, -1)
      .split(' | ')
      .map((text) => `<${cell}>${inline(text.trim())}</${cell}>`)
      .join('')}</tr>`
  return `<table>\n${line(head, 'th')}\n${rows.map((row) => rowWithId(row, line(row, 'td'))).join('\n')}\n</table>`
}

/** Each code can be linked to: /docs/errors#duplicate. */
function rowWithId(row: string, html: string): string {
  const code = /`([a-z0-9_]+)`/.exec(row)?.[1]
  return code === undefined ? html : html.replace('<tr>', `<tr id="${code}">`)
}

function inline(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return safe.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
