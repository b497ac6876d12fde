"""Many tours in files, and statistics over them.

``write_tours`` stores tours together with the problem that they answer, ``read_tours`` reads them
back as a ``Collection``; ``measures`` computes statistics of them.
"""
