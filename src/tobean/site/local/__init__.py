"""The server's pages and tables for one person in one process, without network, database and worker processes.

This package runs in the browser (Pyodide, in a Web Worker) and, to render the static pages, in `tobean site`.
"""
