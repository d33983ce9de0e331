/**
 * Functions that are evaluated in the page get elements of its DOM, whose types Node does not have. Without these names,
 * it depends on the order in which files are checked whether they count as unknown or as empty.
 */
// biome-ignore lint/suspicious/noExplicitAny: see above
declare type HTMLElement = any
// biome-ignore lint/suspicious/noExplicitAny: see above
declare type SVGElement = any
// biome-ignore lint/suspicious/noExplicitAny: see above
declare const DataTransfer: any
