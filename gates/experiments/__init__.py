"""Memory experiments: tasks, training on the cells' own backward, sweeps, tables and a report.

Read in this order: ``tasks``, ``network``, ``gradient``, ``train``, ``run`` (one run), ``config`` and
``studies`` (what to run), ``sweep`` (where it runs), ``output`` and ``report`` (what comes out), ``worker``
(for a page).
"""
