// QR codes on the page: what it takes of lean-qr. build_editor.mjs bundles it.

export { correction, generate } from "lean-qr";
