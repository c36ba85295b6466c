"""The builder: plain Markdown, the browser's runtime, the search index and one MkDocs run a language."""
