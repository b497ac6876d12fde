"""Pictures: a tour goes in, text or bytes come out. Nothing here searches."""
